conda create -y -n issue_expint-overflow python=3.11
conda activate issue_expint-overflow
pip install -r requirements.txt pytest
pytest -sx test_issue_expint-overflow.py
