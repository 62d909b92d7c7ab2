conda create -y -n issue_20587 python=3.11
conda activate issue_20587
pip install -r requirements.txt pytest
pytest -sx test_issue_20587.py
