import torch
from torch.utils.data import DataLoader, TensorDataset


torch.manual_seed(0)
features = torch.arange(20, dtype=torch.float32).reshape(10, 2) / 10
labels = (features.sum(dim=1) > 1.5).long()
loader = DataLoader(TensorDataset(features, labels), batch_size=4, shuffle=False)
model = torch.nn.Linear(2, 2)
criterion = torch.nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    running = 0.0
    for inputs, targets in loader:
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = criterion(outputs, targets)
        loss.backward()
        optimizer.step()
        running += loss.item() * inputs.size(0)
    print(epoch, running / len(features))
predicted = model(features).argmax(1)
print("accuracy", (predicted == labels).float().mean().item())
