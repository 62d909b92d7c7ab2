import torch

logits = torch.tensor([[2.0, 0.1, 0.3], [0.2, 1.5, 0.1], [0.3, 0.2, 0.1], [0.1, 0.2, 3.0]])
labels = torch.tensor([0, 1, 2, 2])
pred = logits.argmax(1)
accuracy = (pred == labels).float().mean()
print(accuracy)
confusion = torch.zeros(3, 3, dtype=torch.int64)
for p, l in zip(pred, labels):
    confusion[l, p] += 1
print(confusion)
precision = confusion.diag() / confusion.sum(0).clamp(min=1)
print(precision)
print(torch.softmax(logits, 1).max(1).values)
