conda create -y -n issue_17020 python=3.11
conda activate issue_17020
pip install -r requirements.txt pytest
pytest -sx test_issue_17020.py
