conda create -y -n issue_15446 python=3.11
conda activate issue_15446
pip install -r requirements.txt
pytest -sx test_issue_15446.py
