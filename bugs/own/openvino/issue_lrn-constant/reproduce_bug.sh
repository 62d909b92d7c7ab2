conda create -y -n issue_lrn-constant python=3.11
conda activate issue_lrn-constant
pip install -r requirements.txt pytest
pytest -sx test_issue_lrn-constant.py
