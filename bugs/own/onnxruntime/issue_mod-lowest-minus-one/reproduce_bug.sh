conda create -y -n issue_mod-lowest-minus-one python=3.11
conda activate issue_mod-lowest-minus-one
pip install -r requirements.txt pytest
pytest -sx test_issue_mod-lowest-minus-one.py
