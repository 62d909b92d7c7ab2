conda create -y -n issue_igamma-large python=3.11
conda activate issue_igamma-large
pip install -r requirements.txt pytest
pytest -sx test_issue_igamma-large.py
