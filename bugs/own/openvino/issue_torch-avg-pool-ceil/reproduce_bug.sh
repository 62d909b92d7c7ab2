conda create -y -n issue_torch-avg-pool-ceil python=3.11
conda activate issue_torch-avg-pool-ceil
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-avg-pool-ceil.py
