conda create -y -n issue_bessel-jn-integers python=3.11
conda activate issue_bessel-jn-integers
pip install -r requirements.txt pytest
pytest -sx test_issue_bessel-jn-integers.py
