conda create -y -n issue_sign-complex-large python=3.11
conda activate issue_sign-complex-large
pip install -r requirements.txt pytest
pytest -sx test_issue_sign-complex-large.py
