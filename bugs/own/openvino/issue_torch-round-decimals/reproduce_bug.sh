conda create -y -n issue_torch-round-decimals python=3.11
conda activate issue_torch-round-decimals
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-round-decimals.py
