conda create -y -n issue_first-argument-names python=3.11
conda activate issue_first-argument-names
pip install -r requirements.txt pytest
pytest -sx test_issue_first-argument-names.py
