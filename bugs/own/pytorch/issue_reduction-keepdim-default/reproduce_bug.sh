conda create -y -n issue_reduction-keepdim-default python=3.11
conda activate issue_reduction-keepdim-default
pip install -r requirements.txt pytest
pytest -sx test_issue_reduction-keepdim-default.py
