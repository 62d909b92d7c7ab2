"""Helpers of programs that are carried to any framework: training."""


class SGD(Optimizer):
    def __init__(self, lr=0.001, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        super().__init__(lr, weight_decay)
        self.momentum, self.dampening, self.nesterov = momentum, dampening, nesterov

    def change(self, k, value, gradient):
        if self.momentum:
            old = self.memory.get(k)
            self.memory[k] = gradient if old is None else self.momentum * old + (1.0 - self.dampening) * gradient
            gradient = gradient + self.momentum * self.memory[k] if self.nesterov else self.memory[k]
        return self.lr * gradient


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Adam(lr, betas, eps, weight_decay, True)
