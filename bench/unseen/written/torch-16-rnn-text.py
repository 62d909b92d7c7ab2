import torch
import torch.nn as nn

torch.manual_seed(0)
text = "hello world"
vocab = sorted(set(text))
stoi = {c: i for i, c in enumerate(vocab)}
ids = torch.tensor([stoi[c] for c in text])


class CharRNN(nn.Module):
    def __init__(self, n, h=8):
        super().__init__()
        self.emb = nn.Embedding(n, h)
        self.rnn = nn.LSTM(h, h)
        self.out = nn.Linear(h, n)

    def forward(self, x, state=None):
        e = self.emb(x).unsqueeze(1)
        y, state = self.rnn(e, state)
        return self.out(y.squeeze(1)), state


model = CharRNN(len(vocab))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
losses = []
for step in range(3):
    logits, _ = model(ids[:-1])
    loss = criterion(logits, ids[1:])
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    losses.append(loss.item())
print(losses)
assert losses[-1] < losses[0]
