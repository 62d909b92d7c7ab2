conda create -y -n issue_erfinv-small python=3.11
conda activate issue_erfinv-small
pip install -r requirements.txt pytest
pytest -sx test_issue_erfinv-small.py
