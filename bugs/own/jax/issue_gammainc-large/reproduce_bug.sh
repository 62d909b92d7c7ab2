conda create -y -n issue_gammainc-large python=3.11
conda activate issue_gammainc-large
pip install -r requirements.txt pytest
pytest -sx test_issue_gammainc-large.py
