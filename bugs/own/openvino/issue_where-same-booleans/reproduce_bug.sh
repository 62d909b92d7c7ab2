conda create -y -n issue_where-same-booleans python=3.11
conda activate issue_where-same-booleans
pip install -r requirements.txt pytest
pytest -sx test_issue_where-same-booleans.py
