conda create -y -n issue_optimize-avg-pool-ceil python=3.11
conda activate issue_optimize-avg-pool-ceil
pip install -r requirements.txt pytest
pytest -sx test_issue_optimize-avg-pool-ceil.py
