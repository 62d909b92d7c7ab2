conda create -y -n issue_spence-large python=3.11
conda activate issue_spence-large
pip install -r requirements.txt pytest
pytest -sx test_issue_spence-large.py
