conda create -y -n issue_optimize-avg-pool-divisor python=3.11
conda activate issue_optimize-avg-pool-divisor
pip install -r requirements.txt pytest
pytest -sx test_issue_optimize-avg-pool-divisor.py
