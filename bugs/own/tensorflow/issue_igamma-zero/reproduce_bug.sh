conda create -y -n issue_igamma-zero python=3.11
conda activate issue_igamma-zero
pip install -r requirements.txt pytest
pytest -sx test_issue_igamma-zero.py
