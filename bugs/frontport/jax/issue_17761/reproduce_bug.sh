conda create -y -n issue_17761 python=3.11
conda activate issue_17761
pip install -r requirements.txt pytest
pytest -sx test_issue_17761.py
