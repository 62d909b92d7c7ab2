conda create -y -n issue_top-k-minus-zero python=3.11
conda activate issue_top-k-minus-zero
pip install -r requirements.txt pytest
pytest -sx test_issue_top-k-minus-zero.py
