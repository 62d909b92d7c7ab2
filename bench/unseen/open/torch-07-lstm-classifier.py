import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, vocab_size, embedding_dim, hidden_dim, tags):
        super(Tagger, self).__init__()
        self.embeddings = nn.Embedding(vocab_size, embedding_dim)
        self.lstm = nn.LSTM(embedding_dim, hidden_dim, batch_first=True)
        self.out = nn.Linear(hidden_dim, tags)

    def forward(self, sentence):
        e = self.embeddings(sentence)
        h, _ = self.lstm(e)
        return torch.log_softmax(self.out(h), dim=-1)


torch.manual_seed(3)
net = Tagger(20, 6, 5, 3)
tokens = torch.tensor([[1, 4, 7, 2], [3, 3, 0, 19]])
with torch.no_grad():
    scores = net(tokens)
print(scores.size())
print(torch.exp(scores).sum(-1))
