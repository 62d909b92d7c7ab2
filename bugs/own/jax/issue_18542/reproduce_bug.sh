conda create -y -n issue_18542 python=3.11
conda activate issue_18542
pip install -r requirements.txt
pytest -sx test_issue_18542.py
