conda create -y -n issue_onehot-negative python=3.11
conda activate issue_onehot-negative
pip install -r requirements.txt
pytest -sx test_issue_onehot-negative.py
