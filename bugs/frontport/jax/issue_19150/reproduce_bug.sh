conda create -y -n issue_19150 python=3.11
conda activate issue_19150
pip install -r requirements.txt pytest
pytest -sx test_issue_19150.py
