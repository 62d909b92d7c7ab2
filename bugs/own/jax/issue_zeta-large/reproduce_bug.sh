conda create -y -n issue_zeta-large python=3.11
conda activate issue_zeta-large
pip install -r requirements.txt pytest
pytest -sx test_issue_zeta-large.py
