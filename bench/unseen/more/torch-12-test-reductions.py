import unittest

import torch


class TestReductions(unittest.TestCase):
    def test_mean_keepdim(self):
        x = torch.arange(6, dtype=torch.float32).view(2, 3)
        self.assertEqual(x.mean(dim=1, keepdim=True).shape, (2, 1))
        self.assertAlmostEqual(x.std(unbiased=False).item(), 1.7078, places=3)

    def test_logsumexp(self):
        x = torch.tensor([1000.0, 1000.0])
        self.assertTrue(torch.isfinite(torch.logsumexp(x, dim=0)))

    def test_prod_int(self):
        self.assertEqual(torch.prod(torch.tensor([2, 3, 4])).item(), 24)


if __name__ == "__main__":
    unittest.main()
