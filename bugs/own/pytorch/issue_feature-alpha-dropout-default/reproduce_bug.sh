conda create -y -n issue_feature-alpha-dropout-default python=3.11
conda activate issue_feature-alpha-dropout-default
pip install -r requirements.txt pytest
pytest -sx test_issue_feature-alpha-dropout-default.py
