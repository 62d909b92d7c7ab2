conda create -y -n issue_div-lowest-minus-one python=3.11
conda activate issue_div-lowest-minus-one
pip install -r requirements.txt pytest
pytest -sx test_issue_div-lowest-minus-one.py
