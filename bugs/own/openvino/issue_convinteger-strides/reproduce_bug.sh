conda create -y -n issue_convinteger-strides python=3.11
conda activate issue_convinteger-strides
pip install -r requirements.txt pytest
pytest -sx test_issue_convinteger-strides.py
