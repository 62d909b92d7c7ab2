conda create -y -n issue_pool-padding-default python=3.11
conda activate issue_pool-padding-default
pip install -r requirements.txt pytest
pytest -sx test_issue_pool-padding-default.py
