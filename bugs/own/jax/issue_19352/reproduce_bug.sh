conda create -y -n issue_19352 python=3.11
conda activate issue_19352
pip install -r requirements.txt
pytest -sx test_issue_19352.py
