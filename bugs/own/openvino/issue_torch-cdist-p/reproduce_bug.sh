conda create -y -n issue_torch-cdist-p python=3.11
conda activate issue_torch-cdist-p
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-cdist-p.py
