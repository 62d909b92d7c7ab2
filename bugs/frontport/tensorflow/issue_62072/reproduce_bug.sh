conda create -y -n issue_62072 python=3.11
conda activate issue_62072
pip install -r requirements.txt pytest
pytest -sx test_issue_62072.py
