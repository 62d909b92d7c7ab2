import unittest
import torch


class TestClamp(unittest.TestCase):
    def setUp(self):
        self.x = torch.linspace(-2, 2, 5)

    def test_min_max(self):
        y = torch.clamp(self.x, min=-1, max=1)
        self.assertEqual(y.tolist(), [-1.0, -1.0, 0.0, 1.0, 1.0])

    def test_only_min(self):
        y = self.x.clamp(min=0)
        self.assertTrue(torch.all(y >= 0))
        self.assertEqual(tuple(y.shape), (5,))


if __name__ == "__main__":
    unittest.main(argv=["first"], exit=False)
