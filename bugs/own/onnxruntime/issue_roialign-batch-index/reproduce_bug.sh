conda create -y -n issue_roialign-batch-index python=3.11
conda activate issue_roialign-batch-index
pip install -r requirements.txt
pytest -sx test_issue_roialign-batch-index.py
