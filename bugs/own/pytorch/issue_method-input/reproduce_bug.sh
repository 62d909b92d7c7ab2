conda create -y -n issue_method-input python=3.11
conda activate issue_method-input
pip install -r requirements.txt pytest
pytest -sx test_issue_method-input.py
