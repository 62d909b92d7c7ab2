conda create -y -n issue_bitshift-scalar python=3.11
conda activate issue_bitshift-scalar
pip install -r requirements.txt pytest
pytest -sx test_issue_bitshift-scalar.py
