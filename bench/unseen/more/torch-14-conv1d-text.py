import torch
import torch.nn as nn
import torch.nn.functional as F


class TextCNN(nn.Module):
    def __init__(self, vocab, dim, classes):
        super().__init__()
        self.embedding = nn.Embedding(vocab, dim)
        self.convs = nn.ModuleList([nn.Conv1d(dim, 4, k) for k in (2, 3)])
        self.dropout = nn.Dropout(0.5)
        self.fc = nn.Linear(8, classes)

    def forward(self, x):
        x = self.embedding(x).permute(0, 2, 1)
        pooled = [F.relu(conv(x)).max(dim=2)[0] for conv in self.convs]
        return self.fc(self.dropout(torch.cat(pooled, dim=1)))


torch.manual_seed(0)
model = TextCNN(30, 6, 3)
model.eval()
ids = torch.randint(0, 30, (4, 9))
logits = model(ids)
print(logits.shape, logits.argmax(dim=1).shape)
