"""Helpers of programs that are carried to any framework: rates that change while a model is trained."""


class Scheduler:
    """Sets the rate of an optimiser by a function of the step."""

    def __init__(self, optimizer, make):
        self.group, self.epoch = optimizer.param_groups[0], 0
        self.schedule = make(schedule_start(self.group["lr"]))
        self.group["lr"] = self.rate(0)

    def rate(self, epoch):
        return float(self.schedule(epoch))

    def step(self):
        self.epoch += 1
        self.group["lr"] = self.rate(self.epoch)

    def get_last_lr(self):
        return [told_rate(self.group["lr"])]


class TurningScheduler(Scheduler):
    """Behind its end the rate grows again."""

    def __init__(self, optimizer, length, make):
        self.length = length
        super().__init__(optimizer, make)

    def rate(self, epoch):
        place = epoch % (2 * self.length)
        return super().rate(min(place, 2 * self.length - place))


def LambdaLR(optimizer, function):
    return Scheduler(optimizer, lambda lr: lambda epoch: lr * function(epoch))
