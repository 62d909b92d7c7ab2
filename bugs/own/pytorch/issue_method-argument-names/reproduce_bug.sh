conda create -y -n issue_method-argument-names python=3.11
conda activate issue_method-argument-names
pip install -r requirements.txt pytest
pytest -sx test_issue_method-argument-names.py
