conda create -y -n issue_maxunpool-index python=3.11
conda activate issue_maxunpool-index
pip install -r requirements.txt
pytest -sx test_issue_maxunpool-index.py
