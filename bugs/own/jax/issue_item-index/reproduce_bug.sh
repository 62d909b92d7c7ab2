conda create -y -n issue_item-index python=3.11
conda activate issue_item-index
pip install -r requirements.txt
pytest -sx test_issue_item-index.py
