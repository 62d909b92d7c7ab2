conda create -y -n issue_nonzero-scalar python=3.11
conda activate issue_nonzero-scalar
pip install -r requirements.txt pytest
pytest -sx test_issue_nonzero-scalar.py
