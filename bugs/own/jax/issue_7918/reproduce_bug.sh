conda create -y -n issue_7918 python=3.11
conda activate issue_7918
pip install -r requirements.txt
pytest -sx test_issue_7918.py
